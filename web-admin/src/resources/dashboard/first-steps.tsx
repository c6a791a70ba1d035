import { DEFAULT_WHATSAPP_NUMBER, type StaticPage, WhatsappNumberSchema } from '@fasocolis/contracts/content';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import { useId } from 'react';
import { useGetList } from 'react-admin';
import { Section } from '../../components/screen.tsx';
import { OutlinedButton } from '../../components/text-button.tsx';
import { useTotal } from '../../components/totals.tsx';

/** The first steps of a new installation; hidden when they are done, and while that is unknown. */
export function FirstSteps() {
  const steps = useFirstSteps();
  if (!steps || steps.every(({ isDone }) => isDone)) return null;

  return (
    <Section title="Premiers pas">
      <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>
        Il reste peu à faire avant d'accueillir vos premiers clients.
      </Typography>
      <Box component="ol" className="plain-list" sx={{ mt: 1 }}>
        {steps.map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </Box>
    </Section>
  );
}

function Step({ title, reason, action, to, isDone }: FirstStep) {
  const titleId = useId();
  const Mark = isDone ? CircleCheck : CircleDashed;
  return (
    <Box component="li" sx={stepStyle}>
      <Box component={Mark} aria-hidden sx={{ color: isDone ? 'success.main' : 'text.secondary', flexShrink: 0 }} />
      <Box sx={{ flex: '1 1 220px' }}>
        <Typography id={titleId} sx={{ fontWeight: 600 }}>
          {title}
          {isDone && <span className="fc-sr-only"> : fait</span>}
        </Typography>
        {!isDone && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {reason}
          </Typography>
        )}
      </Box>
      {!isDone && <OutlinedButton to={to} label={action} aria-describedby={titleId} />}
    </Box>
  );
}

const stepStyle = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  alignItems: 'center',
  gap: 2,
  py: 1.5,
  borderBottom: '1px solid var(--fc-line)',
  '&:last-of-type': { borderBottom: 0, pb: 0 },
} as const;

interface FirstStep {
  title: string;
  reason: string;
  action: string;
  to: string;
  isDone: boolean;
}

/** The steps with their state; undefined while any of it is unknown. */
function useFirstSteps(): FirstStep[] | undefined {
  const { data: number } = useQuery(apiQuery(['whatsapp-number'], '/api/whatsapp-number', WhatsappNumberSchema));
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
      // The default number is a placeholder.
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

/** The seeded pages have one timestamp. */
const wereEdited = (pages: PageSummary[]) => new Set(pages.map(({ lastUpdated }) => lastUpdated)).size > 1;
