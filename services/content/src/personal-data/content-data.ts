import { changedName } from '@fasocolis/contracts/change-words';
import type { ChangeSubject } from '@fasocolis/contracts/changes';
import type { PersonalData, PersonalDataSubject } from '@fasocolis/contracts/personal-data';
import type { Database } from '../database.ts';
import { messagesOf } from '../shared/messages-of-address.ts';

export async function readContentData(
  database: Database,
  { userId, verifiedEmail }: PersonalDataSubject,
): Promise<PersonalData> {
  const ids = verifiedEmail === null ? [] : await messagesOf(database, verifiedEmail);
  const [messages, changes] = await Promise.all([
    database.contactMessage.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } }),
    database.change.findMany({
      where: { userId },
      orderBy: { id: 'asc' },
      select: { subject: true, name: true, createdAt: true },
    }),
  ]);
  return {
    'Messages du formulaire de contact': messages.map((message) => ({
      Prénom: message.firstName,
      Nom: message.lastName,
      'Adresse e-mail': message.email,
      Téléphone: message.phone,
      Sujet: message.subject,
      Message: message.message,
      'Reçu le': message.createdAt,
      'Lu par nous': message.isRead,
    })),
    'Réglages du site que vous avez modifiés': changes.map(({ subject, name, createdAt }) => ({
      Objet: changedName({ subject: subject as ChangeSubject, name }),
      Date: createdAt,
    })),
  };
}
