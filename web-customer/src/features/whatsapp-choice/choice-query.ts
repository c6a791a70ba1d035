import { WhatsappChoiceSchema } from '@fasocolis/contracts/stopped-numbers';
import { apiQuery } from '@fasocolis/web-kit/api-query';

export const choiceQuery = (token: string) =>
  apiQuery(['whatsapp-choice', token], '/api/whatsapp-choice', WhatsappChoiceSchema, { query: { token } });
