import type { Popup } from '@fasocolis/contracts/popups';
import { shortDate } from '@fasocolis/web-kit/dates';
import { usePopup } from '@fasocolis/web-kit/popup';
import { Box, Card, Typography } from '@mui/material';
import Eye from 'lucide-react/icons/eye';
import { DeleteButton, EditButton } from '../../components/buttons.tsx';
import { ImagePreview } from '../../components/image-preview.tsx';
import { ActiveBadge } from '../../components/record-list.tsx';
import { OutlinedButton } from '../../components/text-button.tsx';

export function PopupCard({ popup, onEdit, onDelete }: { popup: Popup; onEdit: () => void; onDelete: () => void }) {
  const { show } = usePopup();
  const headingId = `popup-${popup.id}`;
  const { isActive, startDate, endDate } = popup;

  return (
    <Card
      component="article"
      data-testid="popup-card"
      aria-labelledby={headingId}
      sx={[cardStyle, !isActive && inactiveStyle]}
    >
      <Box sx={{ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: 1 }}>
        <Typography id={headingId} component="h2" sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
          {popup.title}
        </Typography>
        <ActiveBadge isActive={isActive} />
      </Box>
      {popup.imageUrl && <ImagePreview url={popup.imageUrl} />}
      <Typography sx={contentStyle}>{popup.content}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {popup.showOnce ? 'Affichage unique' : 'Affichage à chaque connexion'}
        {startDate && endDate && (
          <Box component="span" sx={{ display: 'block' }}>
            Du {shortDate(startDate)} au {shortDate(endDate)}
          </Box>
        )}
      </Typography>
      <Box component="ul" className="plain-list" aria-label="Couleurs" sx={{ display: 'flex', gap: 1 }}>
        <Swatch name="Fond" colour={popup.backgroundColor} />
        <Swatch name="Texte" colour={popup.textColor} />
        <Swatch name="Bouton" colour={popup.buttonColor} />
      </Box>
      <Box className="row" sx={actionsStyle}>
        <OutlinedButton label="Aperçu" icon={Eye} aria-describedby={headingId} onClick={() => show(popup)} />
        <EditButton describedBy={headingId} onClick={onEdit} />
        <DeleteButton describedBy={headingId} onClick={onDelete} />
      </Box>
    </Card>
  );
}

function Swatch({ name, colour }: { name: string; colour: string }) {
  const label = `${name}\u00a0: ${colour}`;
  return <Box component="li" aria-label={label} title={label} style={{ backgroundColor: colour }} sx={swatchStyle} />;
}

const cardStyle = {
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  height: '100%',
  p: { xs: 2, sm: 3 },
} as const;

// Dimmed as a whole: softer text would be unreadable.
const inactiveStyle = {
  opacity: 0.8,
  '& .fc-badge, & .MuiTypography-body2': { color: 'text.primary' },
} as const;

const contentStyle = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 4,
  overflow: 'hidden',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
} as const;

const actionsStyle = {
  gap: 0.5,
  mt: 'auto',
  '& .MuiButton-root': { px: { xs: 1, sm: 1.25 } },
  // All three in one line on a phone too.
  '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
} as const;

const swatchStyle = {
  width: 28,
  height: 28,
  border: '1px solid var(--fc-control-line)',
  borderRadius: '50%',
} as const;
