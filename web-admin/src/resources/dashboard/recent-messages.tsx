import type { ContactMessage } from '@fasocolis/contracts/content';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box, Typography } from '@mui/material';
import { useListContext } from 'react-admin';
import { Badge } from '../../components/badge.tsx';
import { OutlinedButton } from '../../components/text-button.tsx';
import { excerpt, fullName } from '../../components/words.ts';

const EXCERPT = 120;

export default function RecentMessages() {
  const { data } = useListContext<ContactMessage>();
  return (
    <ul className="plain-list" aria-label="Messages non lus">
      {data?.map(({ id, createdAt, subject, message, ...sender }) => (
        <Box key={id} component="li" sx={messageStyle}>
          <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
              <Badge label="Nouveau" colour="blue" />
              <span>{fullName(sender)}</span>
              <Typography component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                {shortDate(createdAt)}
              </Typography>
            </Box>
            <Typography component="h3" sx={{ mt: 0.5, fontWeight: 700 }}>
              {subject}
            </Typography>
            <Typography sx={{ color: 'text.secondary' }}>{excerpt(message, EXCERPT)}</Typography>
          </Box>
          <OutlinedButton
            to={`/contact-messages?view=${id}`}
            label="Lire"
            aria-label={`Lire le message «\u00a0${subject}\u00a0»`}
          />
        </Box>
      ))}
    </ul>
  );
}

const messageStyle = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  alignItems: 'center',
  gap: 2,
  py: 2,
  borderBottom: '1px solid var(--fc-line)',
  '&:last-of-type': { borderBottom: 0 },
  '& > .MuiButton-root': { flexGrow: { xs: 1, sm: 0 } },
} as const;
