import type { CustomField } from "#contract/manage/fields.ts";
import type { BuiltInImportField, ImportField } from "#contract/manage/import.ts";
import { foldedName } from "../storage/engine/normalized-name.ts";

/** Header words in English and Spanish, without case and accents. A header gets the first field that matches. */
const WORDS: [BuiltInImportField, RegExp][] = [
  [
    "manager",
    /\bmanager\b|\b(account|contact|company|deal|client) owner\b|\bassign(ed|ee)\b|\b(asesora?|ejecutiv[oa]|responsable)\b/,
  ],
  ["email", /\b(e ?)?mail\b|\bcorreo\b/],
  ["phone", /\b(tele)?phone\b|\b(mobile|cell)\b|\b(telefono|movil|celular)\b/],
  ["website", /\b(web ?site|web ?page|url|domain)\b|\b(sitio|pagina) web\b/],
  [
    "externalId",
    /\b(external|client|customer|crm|account|company|record) ?(id|no|number)\b|^id\b|\bcodigo\b|\b(id|numero)( de(l)?)? (cliente|externo)\b/,
  ],
  ["dueOn", /\bdue\b|\bdeadline\b|\b(vence|vencimiento|fecha limite|plazo|entrega)\b/],
  ["interview", /^(interview|entrevista)$/],
  ["tags", /\b(tags?|labels?|categor(y|ies)|segments?|etiquetas?|categorias?)\b/],
  ["language", /\b(language|lang|idioma|lengua)\b/],
  [
    "contact",
    /\b(contact|person|owner|full name|first name|attn)\b|\b(contacto|persona|duen[oa]|propietari[oa]|nombre completo)\b/,
  ],
  [
    "name",
    /\b(business|company|client|customer|account|organi[sz]ation)\b|\b(negocio|empresa|cliente|compania|organizacion|razon social|nombre comercial)\b/,
  ],
];
/** The business's name, or a person's name if another column names the business. */
const PLAIN_NAME = /^(name|nombre)$/;

/**
 * Guesses the field of each column from its header. No field gets two columns; the provider's own fields take
 * precedence.
 */
export function guessColumns(headers: string[], fields: readonly CustomField[]): Map<number, ImportField> {
  const own = new Map(fields.map(({ fieldId, name }) => [foldedName(name), fieldId]));
  const words = headers.map((header) => foldedName(header.replaceAll(/[_\-.:*()/]+/g, " ")));
  const guessed = new Map<number, ImportField>();
  const guess = (index: number, field: ImportField | undefined) => {
    if (field && ![...guessed.values()].includes(field)) guessed.set(index, field);
  };
  for (const [index, header] of headers.entries()) {
    const fieldId = own.get(foldedName(header));
    if (fieldId !== undefined) guess(index, `field:${fieldId}`);
  }
  for (const [index, header] of words.entries())
    if (!guessed.has(index)) guess(index, WORDS.find(([, pattern]) => pattern.test(header))?.[0]);
  const plain = words.findIndex((header, index) => PLAIN_NAME.test(header) && !guessed.has(index));
  if (plain >= 0) guess(plain, [...guessed.values()].includes("name") ? "contact" : "name");
  return guessed;
}
