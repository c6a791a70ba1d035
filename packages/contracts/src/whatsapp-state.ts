import * as z from 'zod/mini';

export const WHATSAPP_STATES = ['pending', 'sent', 'delivered', 'read', 'failed'] as const;
export type WhatsappState = (typeof WHATSAPP_STATES)[number];

export const WhatsappStateSchema = z.object({ isEnabled: z.boolean() });
