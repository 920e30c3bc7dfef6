import { fillIn } from './fill-ins.ts'

fillIn(globalThis)
