/** Runs in the page: from now on, the page collects faults that our pages must never have. */
export function watchFaults(): void {
  const faults: string[] = [];
  (window as unknown as { faults: string[] }).faults = faults;
  console.error = (...said) => faults.push(said.map(String).join(" "));
  window.addEventListener("error", ({ message }) => faults.push(message));
  window.addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    faults.push(`${violatedDirective} ${blockedURI}`),
  );
}

/** Runs in the page: returns the faults that the page has collected. */
export function faultsOf(): string[] {
  return (window as unknown as { faults: string[] }).faults;
}
