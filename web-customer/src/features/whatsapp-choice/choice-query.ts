import { WhatsappChoiceSchema } from '@fasocolis/contracts/stopped-numbers';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

export const choiceQuery = (token: string) =>
  queryOptions({
    queryKey: ['whatsapp-choice', token],
    queryFn: ({ signal }) => api.get('/api/whatsapp-choice', WhatsappChoiceSchema, { query: { token }, signal }),
  });
