// The theme that was chosen here, if any; without one the system's holds.
try {
  const theme = localStorage.getItem("priorart-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be forbidden; the system's theme is as good.
}
