export function FaqsPage() {
  return null;
}
