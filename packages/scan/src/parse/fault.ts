/**
 * A file that is not what its name says. The message never quotes the file, which may hold secrets: parsers' own
 * messages do, and are not passed on.
 */
export class ParseFault extends Error {
  override readonly name = "ParseFault";
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}
