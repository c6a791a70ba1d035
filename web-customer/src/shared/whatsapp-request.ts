import { PhoneSignInSchema } from '@fasocolis/contracts/phone-sign-in';
import { WhatsappStateSchema } from '@fasocolis/contracts/whatsapp-state';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';

// This is a separate file, so that the sign-in page loads without the form for the code.

/** Whether WhatsApp can bring codes. */
export const whatsappStateQuery = apiQuery(['whatsapp-state'], '/api/whatsapp', WhatsappStateSchema);

/** Requests a code. @returns the message with which the user gets it */
export const requestWhatsappCode = async (): Promise<string> =>
  (await api.post('/api/auth/whatsapp', undefined, PhoneSignInSchema)).text;
