import * as z from 'zod/mini';

/** Answer of GET /api/whatsapp-number. */
export const WhatsappNumberSchema = z.object({ whatsappNumber: z.string() });

/** Used on the customer site while no number is set or its setting cannot be loaded. */
export const DEFAULT_WHATSAPP_NUMBER = '+22600000000';
