/**
 * The path from a variable to a value, as in `self`, `items`, `@items`. Appending shares storage with other paths where Go's
 * append does: in the API server's estimator, a later append can overwrite the last name of a path, and the size lookup then
 * uses the new name. To reach the same verdict, this class does the same.
 */
export class FieldPath {
  readonly #names: string[];
  readonly #length: number;
  readonly #capacity: number;

  private constructor(names: string[], length: number, capacity: number) {
    this.#names = names;
    this.#length = length;
    this.#capacity = capacity;
  }

  static of(name: string): FieldPath {
    return new FieldPath([name], 1, 1);
  }

  static append(path: FieldPath | undefined, name: string): FieldPath {
    return path === undefined ? FieldPath.of(name) : path.#append(name);
  }

  get names(): readonly string[] {
    return this.#names.slice(0, this.#length);
  }

  #append(name: string): FieldPath {
    const length = this.#length + 1;
    if (length <= this.#capacity) {
      this.#names[this.#length] = name;
      return new FieldPath(this.#names, length, this.#capacity);
    }
    return new FieldPath([...this.names, name], length, this.#capacity * 2);
  }
}
