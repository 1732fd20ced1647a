import { Menu, MenuItem } from '@mui/material';
import { EXPORT_FORMATS, type ExportFormat, FORMAT_LABELS } from '#contract/export.ts';

type ExportFormatsProps = { id: string; anchor: HTMLElement | null; onChoose: (format: ExportFormat) => void; onClose: () => void };

/** The file formats of an export. */
export function ExportFormats({ id, anchor, onChoose, onClose }: ExportFormatsProps) {
  return (
    <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {EXPORT_FORMATS.map((format) => (
        <MenuItem key={format} onClick={() => onChoose(format)}>
          {FORMAT_LABELS[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}
