/** One function that reads what others wrote, and an input of each size that is hard for it. */
export interface SizeCase {
  readonly name: string;
  /** Runs the reader on an input of the given size, which is made beforehand. */
  readonly make: (size: number) => () => unknown;
  /** The size at which measuring begins at the latest. */
  readonly upTo: number;
}

/** By the module in `src/` that they measure. */
export type SizeCases = Readonly<Record<string, readonly SizeCase[]>>;

/** A reader of a text, which is given each piece many times over, alone and with something behind it that does not fit. */
export function ofText(read: (text: string) => unknown, ...pieces: readonly string[]): SizeCase[] {
  return pieces.flatMap((piece) =>
    ["", "!"].map((end) => {
      const makeText = (size: number): string => piece.repeat(Math.ceil(size / piece.length)) + end;
      return ofInput(`of ${JSON.stringify(piece.slice(0, 40) + end)}`, makeText, read, 12_000);
    }),
  );
}

/** A reader of something that costs time to make. */
export function ofInput<Input>(
  name: string,
  makeInput: (size: number) => Input,
  read: (input: Input) => unknown,
  upTo = 20_000,
): SizeCase {
  return {
    name,
    upTo,
    make: (size) => {
      const input = makeInput(size);
      return () => read(input);
    },
  };
}
