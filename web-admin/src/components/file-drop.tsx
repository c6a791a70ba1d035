import { Box, Button, Typography } from '@mui/material';
import Upload from 'lucide-react/icons/upload';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';

interface FileDropProps {
  label: string;
  hint: string;
  /** The attribute `accept`; other files can still be dropped. */
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  children?: ReactNode;
}

export function FileDrop({ label, hint, accept, multiple = false, onFiles, children }: FileDropProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  useNoStrayDrops();

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
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
        {label}
      </Button>
      {children}
      <Typography variant="body2" sx={{ display: { xs: 'none', sm: 'block' }, color: 'text.secondary' }}>
        {hint}
      </Typography>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Choosing the same file again must fire a change event.
          target.value = '';
        }}
      />
    </Box>
  );
}

/** Without this, a file dropped beside the zone would replace the page and lose the typed text. */
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
