import { type Language, languages } from "#contract/languages.ts";
import type { CustomField } from "#contract/manage/fields.ts";
import type { BuiltInImportField, ImportField } from "#contract/manage/import.ts";
import { foldedName } from "../../storage/engine/normalized-name.ts";

/** The fields in the order in which a header is compared with their words: it gets the first one that matches. */
const FIELDS = [
  "manager",
  "email",
  "phone",
  "website",
  "externalId",
  "dueOn",
  "interview",
  "tags",
  "language",
  "contact",
  "name",
] as const satisfies BuiltInImportField[];

/** Header words without case and accents. */
const WORDS: { [Of in Language]: { [Field in BuiltInImportField]: RegExp } } = {
  en: {
    manager: /\bmanager\b|\b(account|contact|company|deal|client) owner\b|\bassign(ed|ee)\b/,
    email: /\b(e ?)?mail\b/,
    phone: /\b(tele)?phone\b|\b(mobile|cell)\b/,
    website: /\b(web ?site|web ?page|url|domain)\b/,
    externalId: /\b(external|client|customer|crm|account|company|record) ?(id|no|number)\b|^id\b/,
    dueOn: /\bdue\b|\bdeadline\b/,
    interview: /^interview$/,
    tags: /\b(tags?|labels?|categor(y|ies)|segments?)\b/,
    language: /\b(language|lang)\b/,
    contact: /\b(contact|person|owner|full name|first name|attn)\b/,
    name: /\b(business|company|client|customer|account|organi[sz]ation)\b/,
  },
  es: {
    manager: /\b(asesora?|ejecutiv[oa]|responsable)\b/,
    email: /\bcorreo\b/,
    phone: /\b(telefono|movil|celular)\b/,
    website: /\b(sitio|pagina) web\b/,
    externalId: /\bcodigo\b|\b(id|numero)( de(l)?)? (cliente|externo)\b/,
    dueOn: /\b(vence|vencimiento|fecha limite|plazo|entrega)\b/,
    interview: /^entrevista$/,
    tags: /\b(etiquetas?|categorias?)\b/,
    language: /\b(idioma|lengua)\b/,
    contact: /\b(contacto|persona|duen[oa]|propietari[oa]|nombre completo)\b/,
    name: /\b(negocio|empresa|cliente|compania|organizacion|razon social|nombre comercial)\b/,
  },
};
/** The business's name, or a person's name if another column names the business. */
const PLAIN_NAME: { [Of in Language]: RegExp } = { en: /^name$/, es: /^nombre$/ };

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
  for (const [index, header] of words.entries()) if (!guessed.has(index)) guess(index, fieldFor(header));
  const plain = words.findIndex(
    (header, index) => languages.some((each) => PLAIN_NAME[each].test(header)) && !guessed.has(index),
  );
  if (plain >= 0) guess(plain, [...guessed.values()].includes("name") ? "contact" : "name");
  return guessed;
}

function fieldFor(header: string): BuiltInImportField | undefined {
  return FIELDS.find((field) => languages.some((language) => WORDS[language][field].test(header)));
}
