import { DEFAULT_WHATSAPP_NUMBER, WhatsappNumberSchema } from '@fasocolis/contracts/content';
import { whatsappLink } from '@fasocolis/contracts/whatsapp';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { useQuery } from '@tanstack/react-query';
import MessageCircle from 'lucide-react/icons/message-circle';
import { buttonClass } from './button.tsx';

export const supportNumberQuery = apiQuery(['whatsapp-number'], '/api/whatsapp-number', WhatsappNumberSchema);

/** The text of a message to customer service about a parcel. */
export const inquiryAbout = (reference: string): string => `Bonjour, je vous écris au sujet du colis ${reference}.`;

interface Props {
  label?: string;
  text?: string;
  variant?: 'primary' | 'secondary';
  className?: string;
}

/** Opens a conversation with customer service, at the default number while the configured one cannot be loaded. */
export function SupportLink(props: Props) {
  const { label = 'Contacter le service client', text, variant = 'secondary', className = '' } = props;
  const { data } = useQuery(supportNumberQuery);
  return (
    <a
      href={whatsappLink(data?.whatsappNumber || DEFAULT_WHATSAPP_NUMBER, text)}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass(variant, className)}
    >
      <MessageCircle aria-hidden size={20} />
      {label}
    </a>
  );
}
