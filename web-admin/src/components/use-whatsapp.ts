import { WhatsappStateSchema } from '@fasocolis/contracts/whatsapp-state';
import { api } from '@fasocolis/web-kit/api';
import { useQuery } from '@tanstack/react-query';

/** Whether the installation is connected to WhatsApp's Cloud API: without it nothing of it is shown. */
export function useWhatsapp(): boolean {
  const { data } = useQuery({
    queryKey: ['whatsapp'],
    queryFn: ({ signal }) => api.get('/api/whatsapp', WhatsappStateSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.isEnabled ?? false;
}
