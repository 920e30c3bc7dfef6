/** Mantine's styles for signed-in screens in addition to `base-styles.ts`: one sheet, fetched once. */
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
