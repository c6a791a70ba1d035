import { DAY_MS } from '@fasocolis/contracts/dates';
import { DEMO_CUSTOMERS } from '@fasocolis/contracts/demo';
import { POPUP_DEFAULTS } from '@fasocolis/contracts/popups';
import { searchText } from '@fasocolis/service-kit/data/database';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import { addDemoPeopleToTell } from './demo-people-to-tell.ts';

const [client] = DEMO_CUSTOMERS;

/** Oldest first; days before the installation. */
const NOTIFICATIONS = [
  {
    daysAgo: 6,
    title: 'Bienvenue sur FasoColis',
    body: 'Cherchez votre colis par sa référence, puis sauvegardez-le : nous vous prévenons à chaque étape.',
    targetUserId: null,
  },
  {
    daysAgo: 3,
    title: 'Votre colis DEMO0003 a décollé',
    body: 'Il a quitté Guangzhou par avion-cargo. Comptez une dizaine de jours jusqu’à Ouagadougou.',
    targetUserId: client.id,
  },
  {
    daysAgo: 1,
    title: 'Samedi, nous ouvrons dès 8 h',
    body: 'Vous travaillez en semaine ? Retirez votre colis à Ouagadougou le samedi matin, de 8 h à 12 h.',
    targetUserId: null,
  },
] as const;

const POPUPS = [
  {
    title: 'Ne manquez aucune étape',
    content: 'Vérifiez votre adresse e-mail dans votre profil.\nNous vous écrirons dès que votre colis avance.',
    buttonText: 'Ouvrir mon profil',
    buttonLink: '/profile',
    buttonColor: '#f59e0b',
    buttonTextColor: '#1c1917',
    isActive: true,
  },
  {
    title: 'Bonne fête de la Tabaski',
    content: 'Nos bureaux ferment le jour de la fête et rouvrent le lendemain.\nPaix et santé à toutes les familles !',
    backgroundColor: '#14532d',
    textColor: '#ffffff',
    buttonColor: '#f59e0b',
    buttonTextColor: '#1c1917',
    buttonText: 'Bonne fête !',
    isActive: false,
  },
];

export async function seedDemoMessages(database: Database): Promise<void> {
  const now = new Date();
  await seedOnce<Transaction>(database, 'demo-messages', async (transaction) => {
    await transaction.notification.createMany({
      data: NOTIFICATIONS.map(({ daysAgo, ...words }) => ({
        ...words,
        sentAt: new Date(now.getTime() - daysAgo * DAY_MS),
      })),
    });
    await transaction.popup.createMany({
      data: POPUPS.map((popup) => ({
        ...POPUP_DEFAULTS,
        ...popup,
        imagePosition: 'TOP' as const,
        searchText: searchText(popup.title),
      })),
    });
    await addDemoPeopleToTell(transaction, now);
  });
}
