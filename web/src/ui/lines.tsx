/** Plain text with its line breaks. */
export function Lines({ text }: { text: string }) {
  return <p className="whitespace-pre-line">{text}</p>;
}
