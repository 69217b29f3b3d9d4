/**
 * A file that is not in the format that its name implies. The message never quotes the file, which may contain secrets;
 * parsers' own messages do, so they are not passed on.
 */
export class ParseFault extends Error {
  override readonly name = "ParseFault";
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}
