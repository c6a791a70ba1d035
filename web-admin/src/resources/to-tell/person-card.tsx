import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import { LINKED_TEXT_MAX, textFor } from '@fasocolis/contracts/tell-message';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { whatsappLink } from '@fasocolis/contracts/whatsapp';
import { Box, Button, Card, Typography } from '@mui/material';
import ArrowRight from 'lucide-react/icons/arrow-right';
import BellOff from 'lucide-react/icons/bell-off';
import Check from 'lucide-react/icons/check';
import MessageCircle from 'lucide-react/icons/message-circle';
import { Link } from 'react-router-dom';
import { SignInLinkButton } from '../../components/sign-in-link.tsx';
import { OutlinedButton } from '../../components/text-button.tsx';
import { usePause } from '../../components/use-pause.ts';
import { nameOf } from './person-words.tsx';

interface PersonCardProps {
  person: PersonToTell;
  template: string;
  hasOthers: boolean;
  onTold: () => void;
  onSkip: () => void;
  onStop: () => void;
}

export function PersonCard({ person, template, hasOthers, onTold, onSkip, onStop }: PersonCardProps) {
  const { id, name, phone, changes } = person;
  const pause = usePause(id);
  const text = textFor(person, template, location.origin, LINKED_TEXT_MAX);
  return (
    <Card component="section" aria-labelledby="person" data-testid="person-to-tell" sx={cardStyle}>
      <Box>
        <Typography id="person" variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {nameOf(person)}
        </Typography>
        {name && <Typography sx={phoneStyle}>{spacedPhone(phone)}</Typography>}
      </Box>
      <Box component="ul" className="plain-list" aria-label="Colis" sx={ordersStyle}>
        {changes.map(({ title, orders }) => (
          <li key={orders[0]?.orderId}>
            {orders.map(({ orderId, reference }) => (
              <Link key={orderId} to={`/orders/${orderId}`}>
                {reference}
              </Link>
            ))}
            <span>{title}</span>
          </li>
        ))}
      </Box>
      <Box component="blockquote" aria-label="Message" sx={textStyle}>
        {text}
      </Box>
      <SignInLinkButton phone={phone} name={name} sx={{ justifySelf: 'start' }} />
      {/* Away from the thumb that taps through the others. */}
      <Button
        color="inherit"
        startIcon={<BellOff aria-hidden size={18} />}
        aria-describedby="person"
        onClick={onStop}
        sx={{ justifySelf: 'start', color: 'text.secondary' }}
      >
        Ne plus prévenir
      </Button>
      <Box sx={actionsStyle}>
        <Button
          {...pause}
          href={whatsappLink(phone, text)}
          target="_blank"
          rel="noopener noreferrer"
          variant="contained"
          size="large"
          fullWidth
          startIcon={<MessageCircle aria-hidden size={24} />}
          aria-describedby="person"
          // Afterwards: the link must not become that of the next person before the browser follows it.
          onClick={() => setTimeout(onTold)}
          sx={whatsappStyle}
        >
          WhatsApp
        </Button>
        <Box sx={{ display: 'flex', gap: 1, '& > *': { flex: 1 } }}>
          <OutlinedButton {...pause} label="Prévenu" icon={Check} aria-describedby="person" onClick={onTold} />
          <OutlinedButton
            {...pause}
            label="Suivant"
            endIcon={<ArrowRight aria-hidden size={20} />}
            disabled={!hasOthers}
            onClick={onSkip}
          />
        </Box>
      </Box>
    </Card>
  );
}

const cardStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  p: { xs: 2, sm: 3 },
  overflow: 'visible',
  overflowWrap: 'anywhere',
} as const;

/** Under the thumb, also below a long text. */
const actionsStyle = {
  position: 'sticky',
  bottom: 0,
  display: 'grid',
  gap: 1,
  mx: { xs: -2, sm: -3 },
  mb: { xs: -2, sm: -3 },
  p: { xs: 2, sm: 3 },
  pt: { xs: 1, sm: 1 },
  borderRadius: 'var(--fc-radius-card)',
  bgcolor: 'background.paper',
} as const;

const phoneStyle = { color: 'text.secondary', fontVariantNumeric: 'tabular-nums' } as const;

const whatsappStyle = {
  minHeight: 64,
  fontSize: 'var(--fc-text-large)',
  bgcolor: 'primary.dark',
  '&:hover': { bgcolor: 'primary.main' },
} as const;

const textStyle = {
  m: 0,
  p: 2,
  borderRadius: 'var(--fc-radius-input)',
  bgcolor: 'var(--fc-green-surface)',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
} as const;

const ordersStyle = {
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 },
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    fontFamily: 'var(--fc-font-reference)',
    fontWeight: 700,
    color: 'primary.main',
    overflowWrap: 'anywhere',
  },
  '& span': { color: 'text.secondary', fontSize: 'var(--fc-text-small)' },
} as const;
