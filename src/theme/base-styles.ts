/**
 * What the very first screen needs, whichever it is. Mantine's rules come in their own layer, so that a module's rule
 * wins over them whatever is loaded first.
 */
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Input.layer.css'
import './variables.css'
import './safe-areas.css'
import './base.css'
import './boxes.css'
