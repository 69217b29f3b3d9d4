export function ResourcesPage() {
  return null;
}
