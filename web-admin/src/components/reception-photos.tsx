import { Box } from '@mui/material';
import { useState } from 'react';
import { TabLink } from './buttons.tsx';
import { OutlinedButton } from './text-button.tsx';

const pathOf = (id: number) => `/api/reception-photos/${id}`;

export function FirstPhoto({ ids }: { ids: readonly number[] }) {
  const [id] = ids;
  if (id === undefined) return null;
  return (
    <TabLink href={pathOf(id)}>
      <img src={pathOf(id)} alt="Réception du colis" loading="lazy" style={photoStyle} />
    </TabLink>
  );
}

/** The photos of a receipt, which are loaded on demand. */
export function ReceptionPhotos({ ids }: { ids: readonly number[] }) {
  const [isShown, setShown] = useState(false);
  if (!isShown) {
    return (
      <OutlinedButton
        label={ids.length > 1 ? `Voir les ${ids.length} photos` : 'Voir la photo'}
        onClick={() => setShown(true)}
      />
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {ids.map((id, index) => (
        <TabLink key={id} href={pathOf(id)}>
          <img src={pathOf(id)} alt={`Réception, vue ${index + 1}`} style={photoStyle} />
        </TabLink>
      ))}
    </Box>
  );
}

const photoStyle = { display: 'block', maxWidth: '100%', maxHeight: 200, borderRadius: 'var(--fc-radius-input)' };
