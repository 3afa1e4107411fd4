/** Unit tests are pure: what starts a process or a server is a `*.program.test.ts`. */
import childProcess, { ChildProcess } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { Server } from "node:net";

export const message = "a unit test starts no process and no server: name its file *.program.test.ts";

function refuse(): never {
  throw new Error(message);
}

Object.assign(ChildProcess.prototype, { spawn: refuse });
Object.assign(childProcess, { spawnSync: refuse, execFileSync: refuse, execSync: refuse });
Object.assign(Server.prototype, { listen: refuse });
syncBuiltinESMExports();
