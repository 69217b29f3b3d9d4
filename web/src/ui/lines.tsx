/** Text as its author broke it into lines; nothing in it is markup. */
export function Lines({ text }: { text: string }) {
  return <p className="whitespace-pre-line">{text}</p>;
}
