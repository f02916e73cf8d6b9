/** A website as a URL. The server accepts only the schemes http and https. */
export function websiteLink(website: string): string {
  return /^https?:\/\//i.test(website) ? website : `https://${website}`;
}

/** A phone number as a `tel:` link. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+*#,]/g, "")}`;
}
