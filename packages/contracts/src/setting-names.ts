import type { AppSettingKey } from './app-settings.ts';

export const SETTING_NAMES = {
  whatsapp_number: 'Numéro WhatsApp',
  pickup_points: 'Lieux de retrait',
  china_addresses: 'Adresses en Chine',
  client_code_prefix: 'Préfixe des codes client',
  product_detail_paragraph: 'Paragraphe des produits',
  tell_text: 'Message WhatsApp',
  payments: 'Paiements',
  whatsapp_template: 'Modèle WhatsApp',
} as const satisfies Record<AppSettingKey | 'pickup_points' | 'china_addresses' | 'payments', string>;
