import { ReferenceSchema } from '@fasocolis/contracts/orders';
import { isMistyped, referenceKey } from '@fasocolis/contracts/reading/reference';

type Scanned = { reference: string } | { problem: string };

/** The path of a short link, whatever the site's address was when the label was printed. */
const SHORT_LINK = /^https?:\/\/[^/]+\/c\/([^/?#]+)/i;

/** The reference that a code or a typed text names: a short link or the reference itself. */
export function scannedReference(text: string): Scanned {
  const trimmed = text.trim();
  const reference = ReferenceSchema.safeParse(linkedReference(trimmed) ?? trimmed);
  if (!reference.success || /^\w+:\/\//.test(reference.data)) {
    return { problem: "Ce code n'est pas une référence de colis." };
  }
  if (isMistyped(reference.data)) return { problem: 'Cette référence contient une erreur. Vérifiez-la.' };
  return { reference: reference.data };
}

/** The same for all codes of one parcel: those of a label are read together. */
export function codeKey(text: string): string {
  const scanned = scannedReference(text);
  return 'reference' in scanned ? referenceKey(scanned.reference) : text;
}

function linkedReference(text: string): string | undefined {
  const part = SHORT_LINK.exec(text)?.[1];
  try {
    return part && decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
