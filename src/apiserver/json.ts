/** JSON as the server holds it: what it is given by a request belongs to that request, and may be changed by it. */
export { isJsonObject, type Json, type JsonObject } from "../core/json.js";
