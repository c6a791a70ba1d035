import { type CreatePopup, CreatePopupSchema } from '@fasocolis/contracts/popups';
import { PopupProvider, usePopup } from '@fasocolis/web-kit/popup-context';
import type { PopupContent } from '@fasocolis/web-kit/popup-modal';
import { Alert, Box, Typography } from '@mui/material';
import Eye from 'lucide-react/icons/eye';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { OutlinedButton } from '../../components/text-button.tsx';

/** Shows the popup with the values of the surrounding form; nothing is recorded as seen. */
export function PopupPreview() {
  return (
    // Escape closes the popup, not the surrounding dialog.
    <Box onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}>
      {/* One of its own: what is shown outside of the dialog is hidden from assistive technology while that is open. */}
      <PopupProvider>
        <Preview />
      </PopupProvider>
    </Box>
  );
}

function Preview() {
  const { show } = usePopup();
  const { getValues } = useFormContext<CreatePopup>();
  const [popup] = useState(() => contentOf(getValues()));

  useEffect(() => {
    if (popup) show(popup);
  }, [popup, show]);

  if (!popup) return <Alert severity="warning">Corrigez d'abord les autres onglets pour voir la popup.</Alert>;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, py: 4, textAlign: 'center' }}>
      <Typography>La popup s'affiche comme vos clients la verront.</Typography>
      <OutlinedButton label="Revoir la popup" icon={Eye} onClick={() => show(popup)} />
    </Box>
  );
}

function contentOf({ title, content, ...values }: CreatePopup): PopupContent | undefined {
  const { data } = CreatePopupSchema.safeParse({ ...values, title: title || 'Titre', content: content || 'Contenu' });
  return data && { ...data, imageUrl: data.imageUrl ?? null, buttonLink: data.buttonLink ?? null };
}
