import { MAX_EXTRA_IMAGES } from '@fasocolis/contracts/catalog';
import { Box, FormHelperText, Typography } from '@mui/material';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Trash2 from 'lucide-react/icons/trash-2';
import { useController } from 'react-hook-form';
import { IconAction } from '../../components/buttons.tsx';
import { ImageChooser, type ImageLimit } from '../../components/image-input.tsx';
import { ImagePreview } from '../../components/image-preview.tsx';
import type { ProductForm } from './product-form.ts';

export function ExtraImagesInput({ limit }: { limit: ImageLimit }) {
  const { field, fieldState } = useController<ProductForm, 'imageUrls'>({ name: 'imageUrls' });
  const images = field.value ?? [];
  const room = MAX_EXTRA_IMAGES - images.length;
  const complaint = [fieldState.error].flat().find((each) => each?.message)?.message;

  return (
    <Box role="group" aria-label="Images supplémentaires" sx={{ display: 'grid', gap: 1, mb: 2 }}>
      <Typography sx={{ color: 'text.secondary' }}>
        Images supplémentaires ({images.length} sur {MAX_EXTRA_IMAGES})
      </Typography>
      {images.length > 0 && (
        <Box component="ol" className="plain-list" sx={listStyle}>
          {images.map((url, index) => {
            const number = index + 1;
            return (
              <li key={url}>
                <ImagePreview url={url} />
                <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
                  <IconAction
                    label={`Avancer l'image ${number}`}
                    icon={ArrowLeft}
                    color="default"
                    disabled={index === 0}
                    onClick={() => field.onChange(swapped(images, index - 1))}
                  />
                  <IconAction
                    label={`Retirer l'image ${number}`}
                    icon={Trash2}
                    color="error"
                    onClick={() => field.onChange(images.filter((_, other) => other !== index))}
                  />
                  <IconAction
                    label={`Reculer l'image ${number}`}
                    icon={ArrowRight}
                    color="default"
                    disabled={number === images.length}
                    onClick={() => field.onChange(swapped(images, index))}
                  />
                </Box>
              </li>
            );
          })}
        </Box>
      )}
      {room > 0 && (
        <ImageChooser
          limit={limit}
          room={room}
          // Without duplicates.
          onChoose={(chosen) => field.onChange([...new Set([...images, ...chosen])])}
        />
      )}
      <FormHelperText error={complaint !== undefined}>
        {complaint ?? (room > 0 ? "Facultatives, dans l'ordre où le client les voit." : 'Trois images au plus.')}
      </FormHelperText>
    </Box>
  );
}

const swapped = (images: string[], index: number) => [
  ...images.slice(0, index),
  ...images.slice(index, index + 2).reverse(),
  ...images.slice(index + 2),
];

const listStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
  gap: 1,
} as const;
