/** Opens a conversation with a number, given with its country code, and with a text that can still be edited. */
export function whatsappLink(number: string, text?: string): string {
  const query = text === undefined ? '' : `?text=${encodeURIComponent(text)}`;
  return `https://wa.me/${number.replace(/\D/g, '')}${query}`;
}

/** What customers send to follow a parcel over WhatsApp. */
export const followText = (reference: string): string => `SUIVI ${reference}`;

/** The parameter of links in messages that proves to whom the message went. */
export const NUMBER_TOKEN_PARAMETER = 'w';
