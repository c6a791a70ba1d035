import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';

const PRODUCT_PARAGRAPH =
  'Cette montre connectée allie élégance et technologie : suivi de votre activité, notifications intelligentes et grande autonomie vous accompagnent au quotidien.';

export async function seedAppSettings(database: Database, whatsappNumber: string): Promise<void> {
  await seedOnce<Transaction>(database, 'app-settings', (transaction) =>
    transaction.appSetting.createMany({
      data: [
        { key: 'whatsapp_number', value: whatsappNumber, description: 'Numéro WhatsApp du service client' },
        {
          key: 'product_detail_paragraph',
          value: PRODUCT_PARAGRAPH,
          description: 'Paragraphe affiché sur la page de chaque produit',
        },
      ],
    }),
  );
}
