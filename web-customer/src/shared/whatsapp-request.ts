import { PhoneSignInSchema } from '@fasocolis/contracts/phone-sign-in';
import { WhatsappStateSchema } from '@fasocolis/contracts/whatsapp-state';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

// In a file of its own, so that the sign-in page does not load the form for the code.

/** Whether WhatsApp can bring codes. */
export const whatsappStateQuery = queryOptions({
  queryKey: ['whatsapp-state'],
  queryFn: ({ signal }) => api.get('/api/whatsapp', WhatsappStateSchema, { signal }),
});

/** Asks for a code. @returns the message that brings it */
export const requestWhatsappCode = async (): Promise<string> =>
  (await api.post('/api/auth/whatsapp', undefined, PhoneSignInSchema)).text;
