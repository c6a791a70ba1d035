import type { ContactMessage } from '@fasocolis/contracts/content';
import { note, type RenderedEmail, renderEmail } from './layout.ts';

interface ContactMessageEmailData {
  firstName: string;
  message: ContactMessage;
  link: string;
}

interface ContactMessageEmail extends RenderedEmail {
  replyTo: { name: string; address: string };
}

export function contactMessageEmail({ message, ...data }: ContactMessageEmailData): ContactMessageEmail {
  // Header values are single lines.
  const sender = `${message.firstName} ${message.lastName}`.replace(/\s+/g, ' ');
  const phone = message.phone ? `\nTéléphone\u00a0: ${message.phone}` : '';
  return {
    ...renderEmail({
      ...data,
      subject: `Nouveau message\u00a0: ${message.subject}`,
      paragraphs: [
        `${sender} a écrit avec le formulaire de contact\u00a0:`,
        message.message,
        `Email\u00a0: ${message.email}${phone}`,
      ],
      button: 'Ouvrir le message',
      notes: [note(`Répondez à cet email\u00a0: votre réponse ira à ${message.email}.`)],
    }),
    replyTo: { name: sender, address: message.email },
  };
}

export function contactMessagesEmail({ count, ...email }: { firstName: string; count: number; link: string }) {
  return renderEmail({
    ...email,
    subject: `${count} nouveaux messages`,
    paragraphs: [`${count} messages sont arrivés par le formulaire de contact depuis le dernier email à ce sujet.`],
    button: 'Ouvrir les messages',
    notes: [note('Quand plusieurs messages arrivent en une heure, un seul email les annonce.')],
  });
}
