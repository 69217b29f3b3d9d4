export function CorpusPage() {
  return null;
}
