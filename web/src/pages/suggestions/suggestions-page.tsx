export function SuggestionsPage() {
  return null;
}
