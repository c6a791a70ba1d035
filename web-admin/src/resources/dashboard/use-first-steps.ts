import { DEFAULT_WHATSAPP_NUMBER, type StaticPage, WhatsappNumberSchema } from '@fasocolis/contracts/content';
import { api } from '@fasocolis/web-kit/api';
import { useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { useTotal } from '../../components/use-total.ts';

export interface FirstStep {
  title: string;
  /** What it is good for. */
  reason: string;
  action: string;
  /** The screen where it is done. */
  to: string;
  isDone: boolean;
}

/** What a new installation needs, told from what it has; undefined as long as any of that is not known. */
export function useFirstSteps(): FirstStep[] | undefined {
  const { data: number } = useQuery({
    queryKey: ['whatsapp-number'],
    queryFn: ({ signal }) => api.get('/api/whatsapp-number', WhatsappNumberSchema, { signal }),
  });
  const { total: orders } = useTotal('orders');
  const { total: products } = useTotal('products');
  const { data: pages } = useGetList<PageSummary>('static-pages', ALL_PAGES);
  if (!number || orders === undefined || products === undefined || !pages) return undefined;

  return [
    {
      title: 'Indiquer votre numéro WhatsApp',
      reason: 'Vos clients vous écrivent à ce numéro.',
      action: 'Indiquer le numéro',
      to: '/settings',
      // Whatever the installer or the administrator chose is theirs; the one we made up reaches nobody.
      isDone: number.whatsappNumber !== DEFAULT_WHATSAPP_NUMBER,
    },
    {
      title: 'Créer la première commande',
      reason: 'Avec sa référence, votre client suit son colis.',
      action: 'Créer une commande',
      to: '/orders?create',
      isDone: orders > 0,
    },
    {
      title: 'Ajouter le premier produit',
      reason: 'Vos clients le trouvent dans la boutique et le commandent par WhatsApp.',
      action: 'Ajouter un produit',
      to: '/products?create',
      isDone: products > 0,
    },
    {
      title: 'Relire les pages du site',
      reason: 'Adaptez les horaires et les conditions à votre activité, puis enregistrez.',
      action: 'Relire les pages',
      to: '/static-pages',
      isDone: wereEdited(pages),
    },
  ];
}

type PageSummary = Omit<StaticPage, 'content'>;

const ALL_PAGES = { pagination: { page: 1, perPage: 50 }, sort: { field: 'id', order: 'ASC' } } as const;

/** The pages of an installation were all written in the same moment. */
const wereEdited = (pages: PageSummary[]) => new Set(pages.map(({ lastUpdated }) => lastUpdated)).size > 1;
