import { DAY_MS } from '@fasocolis/contracts/dates';
import { DEMO_CUSTOMERS } from '@fasocolis/contracts/demo';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import { rowOf } from '../messages/contact-message-service.ts';

const [{ firstName, lastName, email }] = DEMO_CUSTOMERS;

const DEMO_MESSAGES = [
  {
    daysAgo: 6,
    isRead: true,
    text: {
      firstName: 'Issouf',
      lastName: 'Compaoré',
      email: 'issouf@example.com',
      subject: 'Envoi par bateau',
      message:
        'Bonjour, je voudrais faire venir deux cartons de vaisselle de Guangzhou par bateau. Combien de temps faut-il compter pour Ouagadougou ?\nMerci.',
    },
  },
  {
    daysAgo: 1,
    isRead: false,
    text: {
      firstName,
      lastName,
      email,
      phone: '+226 70 12 34 56',
      subject: 'Où retirer mon colis DEMO0003 ?',
      message:
        'Bonjour, mon colis DEMO0003 est en transit. Où pourrai-je le retirer à Ouagadougou quand il sera arrivé, et que dois-je apporter ?\nCordialement, Awa',
    },
  },
];

export async function seedDemoContactMessages(database: Database): Promise<void> {
  const now = new Date();
  await seedOnce<Transaction>(database, 'demo-contact-messages', (transaction) =>
    transaction.contactMessage.createMany({
      data: DEMO_MESSAGES.map(({ daysAgo, isRead, text }) => ({
        ...rowOf(text),
        isRead,
        createdAt: new Date(now.getTime() - daysAgo * DAY_MS),
      })),
    }),
  );
}
