import { DEFAULT_WHATSAPP_NUMBER, WhatsappNumberSchema } from '@fasocolis/contracts/content';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import MessageCircle from 'lucide-react/icons/message-circle';
import { buttonClass } from './button-class.ts';

const supportNumberQuery = queryOptions({
  queryKey: ['whatsapp-number'],
  queryFn: ({ signal }) => api.get('/api/whatsapp-number', WhatsappNumberSchema, { signal }),
});

/** Opens a conversation with customer service, at the default number while the configured one cannot be had. */
export function SupportLink({ className = '' }: { className?: string }) {
  const { data } = useQuery(supportNumberQuery);
  const digits = (data?.whatsappNumber || DEFAULT_WHATSAPP_NUMBER).replace(/\D/g, '');
  return (
    <a
      href={`https://wa.me/${digits}`}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass('secondary', className)}
    >
      <MessageCircle aria-hidden size={20} />
      Contacter le service client
    </a>
  );
}
