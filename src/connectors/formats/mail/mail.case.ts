/** For tests: mbox files. */

export interface TestMessage {
  id: string;
  subject?: string;
  from?: string;
  date?: string;
  references?: readonly string[];
  headers?: string;
  body: string;
}

export function mboxOf(messages: readonly TestMessage[]): string {
  return messages.map(textOf).join("\n");
}

function textOf({ id, subject = "Fees", from = "Ada <ada@example.org>", ...rest }: TestMessage): string {
  const { date, references = [], headers, body } = rest;
  const fields = [
    "From ada@example.org Wed May  1 10:00:00 2024",
    `Message-ID: <${id}@example.org>`,
    `Subject: ${subject}`,
    `From: ${from}`,
    ...(date === undefined ? [] : [`Date: ${date}`]),
    ...(references.length === 0
      ? []
      : [`References: ${references.map((one) => `<${one}@example.org>`).join("\n ")}`]),
    ...(headers === undefined ? [] : [headers]),
  ];
  return `${fields.join("\n")}\n\n${body}\n`;
}
