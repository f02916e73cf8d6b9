/** Chromium's browsers name themselves in `userAgentData`, which the DOM types do not include yet. */
type Browser = Pick<Navigator, "vendor"> & { userAgentData?: { brands: { brand: string }[] } };

const COMPANIES: { [brand: string]: string } = { "Google Chrome": "Google", "Microsoft Edge": "Microsoft" };

/** The company whose service turns speech into text for this browser; undefined if unknown. */
export function speechCompany(browser: Browser = navigator): string | undefined {
  const brands = browser.userAgentData?.brands.map(({ brand }) => brand) ?? [];
  const company = brands.map((brand) => COMPANIES[brand]).find((name) => name !== undefined);
  return company ?? (browser.vendor.startsWith("Apple") ? "Apple" : undefined);
}
