import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Upload from 'lucide-react/icons/upload';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IMAGE_TYPES, type ImageLimit, readImage } from './read-image.ts';

interface ImageChooserProps {
  limit: ImageLimit;
  /** How many images there is room for; further ones are left out. */
  room?: number;
  onChoose: (images: string[]) => void;
  /** Further buttons beside the one that opens the files. */
  children?: ReactNode;
}

/** Takes image files, chosen or dropped, and answers them as data URLs. */
export function ImageChooser({ limit, room = 1, onChoose, children }: ImageChooserProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  useNoStrayDrops();

  const take = async (files: File[]) => {
    try {
      const images = await Promise.all(files.slice(0, room).map((file) => readImage(file, limit)));
      if (images.length > 0) onChoose(images);
    } catch (error) {
      alert(error instanceof Error ? error.message : error);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };

  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={[zoneStyle, isOver && { borderColor: 'primary.main', bgcolor: 'background.default' }]}
    >
      <Button variant="outlined" startIcon={<Upload aria-hidden size={20} />} onClick={() => chooser.current?.click()}>
        Importer une image
      </Button>
      {children}
      <Typography variant="body2" sx={{ display: { xs: 'none', sm: 'block' }, color: 'text.secondary' }}>
        ou déposez-la ici
      </Typography>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={room > 1}
        accept={IMAGE_TYPES.join()}
        onChange={({ target }) => {
          void take([...(target.files ?? [])]);
          // The same file, chosen again after it was removed, is a new choice.
          target.value = '';
        }}
      />
    </Box>
  );
}

/** A file dropped beside the place for it would be opened in the place of this page, and what was typed lost. */
function useNoStrayDrops() {
  useEffect(() => {
    const ignore = (event: Event) => event.preventDefault();
    addEventListener('dragover', ignore);
    addEventListener('drop', ignore);
    return () => {
      removeEventListener('dragover', ignore);
      removeEventListener('drop', ignore);
    };
  }, []);
}

const zoneStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  p: 1,
  border: '1px dashed var(--fc-control-line)',
  borderRadius: 'var(--fc-radius-input)',
} as const;
